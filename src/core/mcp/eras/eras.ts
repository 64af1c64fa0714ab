import { eraIdOf, type EraId } from '../base/revisions';
import type { Era } from './era';
import { legacy } from './legacy';
import { modern } from './modern';

export const eras: Readonly<Record<EraId, Era>> = { legacy, modern };

export function eraOf(revision: string): Era {
  return eras[eraIdOf(revision)];
}
