import { database } from './content/database';
import { depot } from './content/depot';
import { logs } from './content/logs';
import { media } from './content/media';
import { memos } from './content/memos';
import { repository } from './content/repository';
import { tickets } from './content/tickets';
import { wiki } from './content/wiki';
import type { Document } from './document';

/**
 * Everything that Larkspur publishes, department by department.
 * @param now milliseconds since 1970; ages such as "minutes ago" are relative to it
 */
export function company(now: number): Document[] {
  return [
    ...repository(now),
    ...database(now),
    ...tickets(now),
    ...wiki(now),
    ...logs(now),
    ...media(now),
    ...memos(now),
    ...depot(),
  ];
}
