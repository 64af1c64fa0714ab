import { colleagues } from './content/people';
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
 * Simulates customer care: two tickets are updated, then a new one comes in, and so on.
 * @param every milliseconds between two events; 0 for never
 */
export function moveTickets(store: ResourceStore, every: number, now: number): void {
  if (every === 0) return;
  const random = seededRandom(now);
  const newest = Array.from({ length: 12 }, (_, index) => ticket(firstTicket + ticketCount - 1 - index, now));
  let next = firstTicket + ticketCount;
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
    if (changed) store.put(ticketDocument(changed));
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
