import type { Document } from '../document';
import type { SourceFile } from './sourceFile';

const root = 'skill://larkspur/support';
/** Gets a line with each ticket about the shop that comes in. */
export const knownProblemsUri = `${root}/answer-customer/references/known-problems.md`;
/** Lines of it at most. */
export const knownProblemsLines = 12;

/** Files of skills, which only `skills/list` lists. */
export function skills(): Document[] {
  return files.map(({ path, text }) => {
    const uri = `${root}/${path}`;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { uri, name, mimeType: 'text/markdown', body: () => text.slice(1) };
  });
}

/** @param lines newest first */
export function knownProblemsText(lines: readonly string[]): string {
  const list = lines.length > 0 ? lines.map((line) => `- ${line}`).join('\n') : 'None today.';
  return `# Known problems\n\nWhat customers wrote about the shop today, newest first.\n\n${list}\n`;
}

const files: readonly Pick<SourceFile, 'path' | 'text'>[] = [
  {
    path: 'triage-bug-report/SKILL.md',
    text: `
---
name: triage-bug-report
description: Turns a support ticket about the web shop into a bug report with a severity and an owner. Use it for tickets tagged bug, and when a customer writes that something does not work.
license: CC-BY-4.0
compatibility: Reads tickets, logs and code of the Larkspur server.
allowed-tools: Read Bash(git log:*)
metadata:
  owner: Jun Watanabe
  version: "1.2"
---

# Triage a bug report

1. Read the ticket, \`ticket://support/{number}\`. Note what the customer did. Leave out name, address and order.
2. Write one sentence each: what should have happened, and what happened instead. If the ticket does not say,
   stop here and fill in [the question](templates/question.md).
3. Look for the same minute in \`log://shop/web/current\`. Copy the line if there is one.
4. Find the code and its owner in [owners](references/owners.md).
5. Choose the severity by [severity](references/severity.md). In doubt take the lower one and say why.
6. Fill in [the report](templates/bug-report.md). One problem a report, and no proposal for a fix.
`,
  },
  {
    path: 'triage-bug-report/references/severity.md',
    text: `
# Severity

| | When | Until |
| --- | --- | --- |
| 1 | nobody can pay, or plants leave that must not | now, call Jun |
| 2 | some customers cannot order | today |
| 3 | there is a way around it | this week |
| 4 | it only looks wrong | when somebody is there anyway |

A problem with money or with weather hold is at least 2.
`,
  },
  {
    path: 'triage-bug-report/references/owners.md',
    text: `
# Owners

| What the customer saw | Code | Owner |
| --- | --- | --- |
| basket, total, trays | \`web/src/basket\` | Jun |
| search finds nothing, or the wrong plant | \`web/src/search\` | Jun |
| an order that waits, or does not | \`service/orders\` | Oleg |
| carrier, zone, postcode | \`service/shipping\` | Sanne |
| sold out, or not in stock after all | \`database\` | Oleg |

Code is at \`repo://larkspur/shop/\` and the path.
`,
  },
  {
    path: 'triage-bug-report/templates/bug-report.md',
    text: `
# {what happened instead, in a few words}

| | |
| --- | --- |
| Ticket | #{number} |
| Severity | {1 to 4}, because {reason} |
| Owner | {name} |
| Code | {path} |

**Did:** {steps}

**Expected:** {one sentence}

**Happened:** {one sentence}

**Log:** {line, or none}
`,
  },
  {
    path: 'triage-bug-report/templates/question.md',
    text: `
Thank you for telling us. So that we can find it: what did you press last, and what did the page show then? A picture
of the screen is enough. We look at it today.
`,
  },
  {
    path: 'answer-customer/SKILL.md',
    text: `
---
name: answer-customer
description: Drafts the answer to a support ticket in the words of Larkspur, with what is known to be wrong today. Use it when somebody asks for a reply to a customer.
metadata:
  owner: Inés Cabrera
  version: "3.0"
---

# Answer a customer

1. Read the ticket, \`ticket://support/{number}\`, and answer in its language.
2. Read [known problems](references/known-problems.md), which changes during the day. If the ticket is about one of
   them, say that we know and since when.
3. Say what happened, what we do, and by when. Three sentences are enough. No “unfortunately”.
4. Promise only what \`wiki://larkspur/handbook/refunds\` lets Inés decide. Above €100 write that Maya will answer.
5. Show the draft. A person sends it.
`,
  },
  {
    path: 'answer-customer/references/known-problems.md',
    text: `\n${knownProblemsText([])}`,
  },
];
