import { afterAll, afterEach, expect } from 'vitest';
import { closePanels, pagesLeft } from './openPanel';

afterEach(closePanels);
afterAll(async () => expect(await pagesLeft()).toEqual([]));
