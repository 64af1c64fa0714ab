import { colleagues } from './content/people';
import { knownProblemsLines, knownProblemsText, knownProblemsUri } from './content/skills';
import type { Ticket, TicketState } from './content/tickets';
import { firstTicket, newTicket, ticket, ticketCount, ticketDocument } from './content/tickets';
import { ago } from './content/time';
import type { Random } from './random';
import { seededRandom } from './random';
import type { ResourceStore } from './store';

const follows: Readonly<Record<TicketState, readonly TicketState[]>> = {
  new: ['open'],
  open: ['waiting for customer', 'solved'],
  'waiting for customer': ['open', 'solved'],
  solved: ['closed', 'open'],
  closed: ['open'],
};

/**
 * Simulates customer care: two tickets are updated, then a new one comes in, and so on. A new one about the shop becomes a known problem, which
 * changes a skill.
 * @param every milliseconds between two events; 0 for never
 */
export function moveTickets(store: ResourceStore, every: number, now: number): void {
  if (every === 0) return;
  const random = seededRandom(now);
  const newest = Array.from({ length: 12 }, (_, index) => ticket(firstTicket + ticketCount - 1 - index, now));
  let next = firstTicket + ticketCount;
  const problems: string[] = [];
  let events = 0;
  setInterval(() => {
    if (++events % 3 === 0) {
      newest.unshift(newTicket(next++, Date.now()));
    } else {
      const index = events === 1 ? 0 : random.below(Math.min(6, newest.length));
      const [chosen] = newest.splice(index, 1);
      if (chosen) newest.unshift(goOn(chosen, random, Date.now()));
    }
    const [changed] = newest;
    if (!changed) return;
    store.put(ticketDocument(changed));
    if (changed.state !== 'new' || !changed.scenario.tags.includes('bug')) return;
    problems.unshift(`${changed.scenario.subject} (#${changed.number}, since ${changed.opened})`);
    problems.splice(knownProblemsLines);
    store.write(knownProblemsUri, knownProblemsText(problems));
  }, every).unref();
}

function goOn(ticket: Ticket, random: Random, now: number): Ticket {
  const state = random.pick(follows[ticket.state]);
  const moment = ago(now).minutes(0);
  const colleague = random.pick(colleagues.slice(0, 3));
  return {
    ...ticket,
    state,
    changed: moment,
    log: [...ticket.log, `${moment} ${colleague.name}: ${ticket.state} → ${state}`],
  };
}
