import type { SourceFile } from './sourceFile';

/** Files around the code: documents, database, deployment, scripts. */
export const operationsFiles: readonly SourceFile[] = [
  {
    path: 'README.md',
    description: 'What is where, and how to start it.',
    age: 5,
    priority: 1,
    audience: ['user', 'assistant'],
    text: `
# Larkspur shop

The mail-order shop of Larkspur Plants: a web shop, an order service and the tools of the nursery.

| Folder | What lives there |
| --- | --- |
| \`web\` | the shop that customers see, TypeScript |
| \`service\` | orders, stock and shipping, Python |
| \`database\` | migrations and the reports that we run every week |
| \`ops\` | deployment |
| \`scripts\` | small helpers for the packing hall |

## Start

    docker compose up -d database
    ./scripts/seed.sh
    npm run dev --workspace web

The shop is then at http://localhost:5173. Log in as \`maya\` with any password.

## Before you change anything

Read *Weather hold* in the handbook. Most of our support tickets in winter come from it.
`,
  },
  {
    path: 'CONTRIBUTING.md',
    description: 'Rules for everybody who changes the code, people and models.',
    age: 9,
    priority: 1,
    audience: ['assistant'],
    text: `
# Rules

- Money is a decimal in Python and whole cents in TypeScript. Never a float.
- States of an order change only through service/orders/states.py.
- Never send a migration together with code that needs it: first the migration, a day later the code.
- Names of plants are Latin in code and English on the screen.
- Run npm test and pytest before you say that you are done.
`,
  },
  {
    path: 'CHANGELOG.md',
    age: 0.8,
    priority: 0.3,
    audience: ['user'],
    text: `
# Changes

## 1.18.2
- An order on weather hold shows the customer until when it waits.
- The basket adds up in cents.

## 1.18.1
- Search folds accents: *helleborus* finds *Hélleborus*.

## 1.18.0
- Weather hold looks three nights ahead instead of one.
- Delivery to Denmark.
`,
  },
  {
    path: 'LICENSE',
    priority: 0,
    text: `
Copyright (c) Larkspur Plants B.V. All rights reserved.
`,
  },
  {
    path: 'CODEOWNERS',
    priority: 0,
    audience: ['assistant'],
    text: `
*                @jun
/service/        @oleg @jun
/service/shipping/ @sanne
/database/       @oleg
`,
  },
  {
    path: 'service/database.py',
    age: 320,
    priority: 0.4,
    text: `
import os
from contextlib import contextmanager

import psycopg


@contextmanager
def connection():
    """One transaction; rolled back when the block raises."""
    with psycopg.connect(os.environ["LARKSPUR_DATABASE"]) as db:
        yield db
`,
  },
  {
    path: 'database/migrations/0041_weather_hold.sql',
    description: 'Adds the moment until which an order waits.',
    age: 3,
    priority: 0.8,
    text: `
alter table sales.orders add column held_until date;

create index orders_held on sales.orders (held_until) where held_until is not null;

comment on column sales.orders.held_until is 'Plants wait for milder nights; no longer than three weeks.';
`,
  },
  {
    path: 'database/migrations/0040_delivery_to_denmark.sql',
    age: 54,
    priority: 0.3,
    text: `
insert into shipping.zones (country, zone, days) values ('DK', 2, 3);
`,
  },
  {
    path: 'database/migrations/0001_begin.sql',
    age: 2480,
    priority: 0.1,
    text: `
create schema sales;
create schema stock;
create schema shipping;
create schema web;
`,
  },
  {
    path: 'database/reports/late_orders.sql',
    description: 'Orders that were paid a week ago and are still here.',
    age: 26,
    priority: 0.6,
    audience: ['user', 'assistant'],
    text: `
select o.number, c.name, c.country, o.placed, o.state, o.held_until
from sales.orders o
join sales.customers c on c.number = o.customer
where o.state in ('paid', 'waiting for weather')
  and o.placed < current_date - 7
order by o.placed;
`,
  },
  {
    path: 'database/reports/best_sellers.sql',
    age: 400,
    priority: 0.4,
    audience: ['user'],
    text: `
select p.latin, sum(l.quantity) as plants, sum(l.quantity * l.price) as euro
from sales.order_lines l
join stock.plants p using (sku)
join sales.orders o using (number)
where o.placed >= date_trunc('year', current_date)
group by p.latin
order by plants desc
limit 20;
`,
  },
  {
    path: 'ops/compose.yaml',
    age: 130,
    priority: 0.35,
    text: `
services:
  database:
    image: postgres:18
    environment:
      POSTGRES_DB: larkspur
      POSTGRES_PASSWORD_FILE: /run/secrets/database
    volumes: [data:/var/lib/postgresql]
  service:
    build: ../service
    depends_on: [database]
  web:
    build: ../web
    ports: ['8080:80']
volumes:
  data:
`,
  },
  {
    path: 'ops/pipeline.yaml',
    age: 41,
    priority: 0.3,
    text: `
steps:
  - name: web
    run: npm ci && npm run check && npm test && npm run build
  - name: service
    run: uv sync && uv run pytest
  - name: deploy
    needs: [web, service]
    only: main
    run: ./ops/deploy.sh
`,
  },
  {
    path: 'ops/deploy.sh',
    age: 730,
    priority: 0.25,
    text: `
#!/bin/sh
# Switches from blue to green and back; the old half keeps running for an hour.
set -eu
next=$(cat /srv/larkspur/next)
docker compose -p "larkspur-$next" up -d --build --wait
curl --fail --silent "http://$next.internal/health"
echo "$next" > /srv/larkspur/live
`,
  },
  {
    path: 'scripts/seed.sh',
    age: 300,
    priority: 0.2,
    text: `
#!/bin/sh
set -eu
for file in database/migrations/*.sql; do psql larkspur --quiet --file "$file"; done
python3 scripts/sample_orders.py 200 | psql larkspur --quiet
`,
  },
  {
    path: 'scripts/sample_orders.py',
    age: 300,
    priority: 0.15,
    text: `
"""Prints INSERT statements for so many orders, the same ones every time."""

import random
import sys

random.seed(1887)
for number in range(70_000, 70_000 + int(sys.argv[1])):
    customer = 20_410 + 37 * random.randrange(24)
    print(f"insert into sales.orders (number, customer, state) values ({number}, {customer}, 'paid');")
`,
  },
  {
    path: 'pyproject.toml',
    age: 88,
    priority: 0.1,
    text: `
[project]
name = "larkspur-service"
version = "1.18.2"
requires-python = ">=3.13"
dependencies = ["fastapi", "httpx", "psycopg[binary]"]

[tool.ruff]
line-length = 110
`,
  },
];
