import type { Document } from '../document';
import type { Random } from '../random';
import { seededRandom } from '../random';
import { ticketIcons, urgentIcons } from './icons';
import type { Customer } from './people';
import { colleagues, customers } from './people';
import type { Plant } from './plants';
import { plants } from './plants';
import type { Scenario } from './ticketScenarios';
import { newScenarios, scenarios } from './ticketScenarios';
import { ago } from './time';

export type TicketState = 'new' | 'open' | 'waiting for customer' | 'solved' | 'closed';

/** A support ticket; `log` holds what happened after the first answer. */
export interface Ticket {
  readonly number: number;
  readonly scenario: Scenario;
  readonly customer: Customer;
  readonly plant: Plant;
  readonly order: number;
  readonly state: TicketState;
  readonly urgent: boolean;
  /** ISO 8601. */
  readonly opened: string;
  /** ISO 8601. */
  readonly changed: string;
  readonly log: readonly string[];
}

export const firstTicket = 1041;
export const ticketCount = 60;
/** Tickets older than the listed ones can be read by number, down to this one. */
export const oldestTicket = 900;

/** Returns how many minutes ago a ticket last changed: a few move today, most rest for weeks, the oldest for years. */
function restingMinutes(fromNewest: number): number {
  return Math.round(3 + 11 * fromNewest ** 2.1 + (fromNewest > 48 ? (fromNewest - 48) * 70_000 : 0));
}

/** Creates the ticket with a number; the same number gives the same ticket on the same day. */
export function ticket(number: number, now: number): Ticket {
  const random = seededRandom(number);
  const fromNewest = firstTicket + ticketCount - 1 - number;
  const minutes = restingMinutes(Math.max(0, fromNewest));
  const past = ago(now);
  const scenario = scenarios[number % scenarios.length]!;
  return {
    number,
    scenario,
    customer: customers.find(({ name }) => name === scenario.customer) ?? random.pick(customers),
    plant: random.pick(plants),
    order: 70_000 + random.below(9000),
    state: stateOf(fromNewest, random),
    urgent: fromNewest < 30 && number % 13 === 3,
    opened: past.minutes(minutes + 200 + random.below(5000)),
    changed: past.minutes(minutes),
    log: [],
  };
}

function stateOf(fromNewest: number, random: Random): TicketState {
  if (fromNewest < 3) return 'new';
  if (fromNewest < 14) return random.pick(['open', 'open', 'waiting for customer']);
  return fromNewest < 40 ? random.pick(['open', 'waiting for customer', 'solved', 'solved']) : 'closed';
}

/** Creates a ticket that comes in now. */
export function newTicket(number: number, now: number): Ticket {
  const moment = ago(now).minutes(0);
  return {
    ...ticket(number, now),
    scenario: newScenarios[number % newScenarios.length]!,
    state: 'new',
    urgent: number % 4 === 0,
    opened: moment,
    changed: moment,
  };
}

function fill(text: string, { plant, order }: Ticket): string {
  return text.replaceAll('{plant}', plant.name).replaceAll('{latin}', plant.latin).replaceAll('{order}', String(order));
}

const priorities: Readonly<Record<TicketState, number>> = {
  new: 0.8,
  open: 0.65,
  'waiting for customer': 0.4,
  solved: 0.15,
  closed: 0,
};

/** Returns a ticket as a resource. */
export function ticketDocument(ticket: Ticket): Document {
  const { number, state, urgent, customer, scenario, changed } = ticket;
  return {
    uri: `ticket://support/${number}`,
    name: `ticket-${number}`,
    title: `#${number} ${fill(scenario.subject, ticket)}`,
    description: `${urgent ? 'Urgent, ' : ''}${state} · ${customer.name} · ${scenario.tags.join(', ')}`,
    mimeType: 'text/markdown',
    icons: urgent ? urgentIcons : ticketIcons,
    ...(number % 5 !== 0 && { audience: number % 5 === 1 ? ['user'] : ['user', 'assistant'] }),
    priority: urgent ? 1 : priorities[state],
    lastModified: changed,
    meta: { 'larkspur.example/state': state },
    body: () => markdown(ticket),
  };
}

function markdown(ticket: Ticket): string {
  const { number, scenario, customer, plant, order, state, urgent, opened, changed, log } = ticket;
  const keeper = colleagues[number % 3 === 0 ? 0 : 2]!;
  const lines = [
    `# #${number} ${fill(scenario.subject, ticket)}`,
    '',
    '| | |',
    '| --- | --- |',
    `| State | ${state}${urgent ? ' (urgent)' : ''} |`,
    `| Customer | ${customer.name}, ${customer.city} (${customer.country}), ${customer.number} |`,
    `| Order | ${order} · ${plant.name} (*${plant.latin}*) |`,
    `| Opened | ${opened} |`,
    `| Changed | ${changed} |`,
    `| Tags | ${scenario.tags.join(', ')} |`,
    '',
    `**${customer.name}** wrote:`,
    '',
    `> ${fill(scenario.question, ticket)}`,
    '',
  ];
  if (state !== 'new') lines.push(`**${keeper.name}** answered:`, '', `> ${fill(scenario.answer, ticket)}`, '');
  if (log.length > 0) lines.push('## History', '', ...log.map((entry) => `- ${entry}`), '');
  return lines.join('\n');
}

/** The listed tickets, newest first. */
export function tickets(now: number): Document[] {
  return Array.from({ length: ticketCount }, (_, index) =>
    ticketDocument(ticket(firstTicket + ticketCount - 1 - index, now)),
  );
}
