import type { WikiPage } from './wikiPage';

/** The company handbook. */
export const handbookPages: readonly WikiPage[] = [
  {
    path: 'handbook/start-here',
    title: 'Start here',
    language: 'en',
    description: 'Who we are and where things are.',
    age: 21,
    priority: 1,
    audience: ['user', 'assistant'],
    text: `
Larkspur grows hardy perennials in four greenhouses near Aalsmeer and sends them, in trays of six, to ten countries.
We are six people.

| Ask | about |
| --- | --- |
| Maya Okafor | money, contracts, anything that nobody else wants to decide |
| Tom Verbeek | what grows, what is ready, what is ill |
| Inés Cabrera | customers |
| Jun Watanabe | the web shop |
| Sanne de Wit | parcels and carriers |
| Oleg Marchenko | the database, stock levels, forecasts |

Then read *Weather hold*, because half of all questions in winter are about it.
`,
  },
  {
    path: 'handbook/weather-hold',
    title: 'Weather hold',
    language: 'en',
    description: 'Why orders wait in winter, and when a person decides.',
    age: 0.6,
    priority: 0.95,
    audience: ['user', 'assistant'],
    text: `
A plant that freezes in its parcel is dead, and the customer notices in April. So an order waits until the coldest night
of the next three on its route is **3 °C warmer** than the weakest plant in the box can bear.

1. The service sets the state *waiting for weather* and a day until which it waits.
2. Every morning at six the forecast is read again.
3. After **21 days** the order does not wait any longer: it goes on Inés' list, and she calls the customer.

What we never do: send a part of the box, or a heat pack. Heat packs burn roots.

See \`service/orders/weather_hold.py\` for the code and \`database/reports/late_orders.sql\` for the list.
`,
  },
  {
    path: 'handbook/tone-of-voice',
    title: 'How we write to customers',
    language: 'en',
    age: 380,
    priority: 0.5,
    audience: ['user', 'assistant'],
    text: `
Short, warm, exact. Say what happened, what we do, and by when. No “unfortunately”, no “as per”.

> The sticks of two trays were swapped. The right one leaves today, please keep the other as our apology.

Answer in the language of the question. If you cannot, say so in English and ask a colleague.
`,
  },
  {
    path: 'handbook/refunds',
    title: 'Refunds and replacements',
    language: 'en',
    description: 'What Inés may decide alone.',
    age: 96,
    priority: 0.7,
    audience: ['user', 'assistant'],
    text: `
| What happened | What we do | Who decides |
| --- | --- | --- |
| Frozen in transit | replacement in spring, or money | Inés |
| Wrong plant | send the right one, keep the other | Inés |
| Lost parcel | send again after five working days | Inés |
| Did not survive the first winter | half the price as credit | Inés |
| Anything above €100 | | Maya |

A replacement comes out of the reserve of one in twenty that stock levels keep back.
`,
  },
  {
    path: 'handbook/packing',
    title: 'Packing hall',
    language: 'en',
    age: 12,
    priority: 0.6,
    audience: ['user'],
    text: `
- Water the evening before, never in the morning.
- Six pots a tray, the heavy ones at the bottom.
- Straw above, paper below. No plastic.
- The label is read from the long side.

A box may weigh 15 kg. Trees and figs travel on the *Groene Bus*, which is heated.
`,
  },
  {
    path: 'handbook/on-call',
    title: 'On call for the web shop',
    language: 'en',
    age: 44,
    priority: 0.55,
    audience: ['assistant'],
    text: `
1. Look at \`log://shop/web/current\`. An ERROR a minute is normal on a Monday, ten are not.
2. *provider answered late*: the payment provider. Nothing to do below 5 seconds.
3. *shown as sold out*: a plant without a stock level. Tell Oleg, it costs money.
4. Go back with \`ops/deploy.sh\`; the other colour still runs for an hour after a deployment.
`,
  },
  {
    path: 'handbook/glossary',
    title: 'Glossary',
    language: 'en',
    age: 512,
    priority: 0.3,
    text: `
**Batch** – trays that were sown or potted together. **Hardy** – the lowest winter temperature a plant survives.
**Plug** – a seedling in a tray of 84. **Stick** – the label in the pot. **Ready** – can be sold.
`,
  },
  {
    path: 'greenhouses/A%2FB-schedule',
    title: 'Greenhouses A/B: who heats when',
    language: 'en',
    age: 7,
    priority: 0.4,
    audience: ['user'],
    text: `
| Night | A (1 and 2) | B (3 and 4) |
| --- | --- | --- |
| Mon to Thu | 8 °C | 4 °C |
| Fri to Sun | 8 °C | frost-free |

The pump of B is loud. Not after ten in the evening, the neighbours are kind and shall stay so.
`,
  },
  {
    path: 'decisions/2024-peat-free',
    title: 'Decision: no peat',
    language: 'en',
    age: 655,
    priority: 0.2,
    audience: ['user'],
    text: `
**Decided** in February 2024. All soil is bark, coir and compost. Watering takes a fifth longer and we lose two plugs in
a hundred more than before. The bogs stay where they are.
`,
  },
  {
    path: 'decisions/2025-python-service',
    title: 'Decision: the order service leaves the web shop',
    language: 'en',
    age: 290,
    priority: 0.25,
    audience: ['assistant'],
    text: `
**Decided** in January. Orders, stock and shipping become one Python service with the database to itself; the web shop
asks it over HTTP. Reason: rules such as weather hold were in three places.

**Price**: one more thing to deploy. **Look again**: when somebody asks for a second service.
`,
  },
  {
    path: '%E8%AE%A2%E5%8D%95/%E5%A4%84%E7%90%86%E6%B5%81%E7%A8%8B',
    title: '订单处理流程',
    language: 'zh',
    description: 'How an order is handled, in Chinese.',
    age: 15,
    priority: 0.6,
    audience: ['user', 'assistant'],
    text: `
1. 客户下单并付款。
2. 系统检查未来三晚的气温；如果太冷，订单进入“等待天气”状态。
3. 打包：每盘六盆，重的放在下面。
4. 发货后，客户会收到带有追踪号码的邮件。

最长等待时间为 **21 天**，之后由客服与客户联系。
`,
  },
  {
    path: '订单/常见问题',
    title: '订单常见问题',
    language: 'zh',
    age: 15,
    priority: 0.45,
    audience: ['user'],
    text: `
**我的订单为什么还没有发货？** 夜间霜冻会伤害植物，所以我们会等到天气转暖。

**可以修改地址吗？** 打包之前都可以，请联系客服。
`,
  },
  {
    path: 'handbook/%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82-%D0%B8-%D0%BE%D0%B1%D0%BC%D0%B5%D0%BD',
    title: 'Возврат и обмен',
    language: 'ru',
    age: 96,
    priority: 0.5,
    audience: ['user', 'assistant'],
    text: `
Если растение замёрзло в пути, мы пришлём новое весной или вернём деньги. Если пришло не то растение, отправим
правильное, а первое останется у вас.

Решение принимает Инес; всё, что дороже 100 €, — Майя.
`,
  },
];
