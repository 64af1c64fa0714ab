/** A conversation with a customer; `{plant}`, `{latin}` and `{order}` are filled in. */
export interface Scenario {
  readonly subject: string;
  readonly question: string;
  readonly answer: string;
  readonly tags: readonly string[];
  /** The customer who writes in this language; any customer when absent. */
  readonly customer?: string;
}

export const scenarios: readonly Scenario[] = [
  {
    subject: '{plant} arrived with yellow leaves',
    question: 'The parcel came this morning. The {plant} looks pale and the lower leaves are yellow. Is it ill?',
    answer:
      'Two days in the dark do this. Water it, give it light, cut the yellow leaves. If it has no new leaves in three weeks we send another.',
    tags: ['care', 'quality'],
  },
  {
    subject: 'Order {order} is still “waiting for weather”',
    question: 'It has been more than two weeks. It is 4 °C here at night, that should be warm enough for a {plant}?',
    answer:
      'The depot on the route still has −3 °C at night. It may leave on Thursday; after 21 days we call you and decide together.',
    tags: ['weather hold'],
  },
  {
    subject: 'Wrong plant in the box',
    question: 'I ordered {plant} and got something with blue flowers. Beautiful, but not what I planned.',
    answer: 'The sticks of two trays were swapped. The right one leaves today, please keep the other as our apology.',
    tags: ['mistake', 'packing'],
  },
  {
    subject: 'Parcel for order {order} shows as delivered, nothing here',
    question: 'The carrier says “handed to neighbour”. I asked all of them.',
    answer: 'We have opened a search with the carrier. If nothing is found by Friday we send everything again.',
    tags: ['lost parcel'],
  },
  {
    subject: 'Can I plant {plant} now, or is it too late?',
    question: 'The ground is not frozen yet, but I do not want to lose it in its first winter.',
    answer:
      'Plant it while the soil is above 6 °C and mulch it. Later than that, keep it in its pot against a wall until March.',
    tags: ['advice'],
  },
  {
    subject: 'Cancel order {order}, please',
    question: 'We are moving house and there will be no garden for a while.',
    answer: 'Cancelled. The money is with you in three working days.',
    tags: ['cancel'],
  },
  {
    subject: 'Checkout says “no delivery” for my address',
    question: 'I live on an island, postcode 1794. The shop takes my card and then says that you do not deliver.',
    answer: 'The postcode was missing in our list of zones. It works now, and we have taken the delivery cost off.',
    tags: ['bug', 'checkout'],
  },
  {
    subject: 'Snails have eaten {plant} overnight',
    question: 'Eight leaves yesterday, eight skeletons today. What can I do without poison?',
    answer:
      'Sharp grit around the stem, watering in the morning, and a board to collect them under. It will sprout again.',
    tags: ['advice', 'pests'],
  },
  {
    subject: 'Invoice with our VAT number',
    question: 'We are a school and need an invoice with our VAT number for order {order}.',
    answer: 'The invoice is attached. We have put the number into your account, so the next ones have it as well.',
    tags: ['invoice'],
  },
  {
    subject: 'Is {plant} safe for cats?',
    question: 'Ours eats everything that moves in the wind.',
    answer: 'We would keep them apart: the sap upsets the stomach. The care page lists plants that are safe.',
    tags: ['advice', 'safety'],
  },
  {
    subject: 'Broken pot, plant is fine',
    question: 'The pot of the {plant} is in pieces, the root ball is whole. I only want you to know.',
    answer:
      'Thank you! We have told packing to put the heavy pots at the bottom, and there is a small credit in your account.',
    tags: ['packing'],
  },
  {
    subject: 'Gift card does not work',
    question: 'Code from my sister, the shop says that it is “already used”. It is not.',
    answer: 'It was tried three times in one minute and locked itself. We have unlocked it.',
    tags: ['bug', 'gift card'],
  },
  {
    subject: 'Twelve {plant} for a wedding',
    question: 'We need them in flower in the second week of June. Can you grow them for the day?',
    answer: 'Tom can hold a tray back in greenhouse 3. He will send pictures every Friday from May on.',
    tags: ['large order'],
  },
  {
    subject: '订单 {order} 什么时候发货？',
    question: '您好，我上周订购了 {latin}，请问什么时候可以发货？',
    answer: '您好！因为夜间霜冻，植物正在等待。预计周四发货，感谢您的耐心。',
    tags: ['weather hold', 'zh'],
    customer: '王小梅',
  },
  {
    subject: 'Заказ {order}: не пришло письмо',
    question: 'Оплата прошла, но письма с подтверждением нет. Проверьте, пожалуйста.',
    answer: 'В адресе была опечатка. Мы исправили её и отправили письмо ещё раз.',
    tags: ['account', 'ru'],
    customer: 'Ольга Петренко',
  },
  {
    subject: 'Bestellung {order}: Lieferung an eine Packstation?',
    question: 'Tagsüber ist niemand da. Geht {latin} auch an eine Packstation?',
    answer: 'Im Winter leider nicht, dort wird es zu kalt. Ab April gern, oder an eine Filiale.',
    tags: ['delivery', 'de'],
    customer: 'Jonas Weber',
  },
  {
    subject: 'استفسار عن العناية بنبات {latin}',
    question: 'وصل النبات بحالة ممتازة، شكرًا لكم. كم مرة يجب أن أسقيه في الشتاء؟',
    answer: 'مرة كل أسبوعين تكفي، بعد أن تجف الطبقة العليا من التربة.',
    tags: ['care', 'ar'],
    customer: 'ليلى حداد',
  },
  {
    subject: 'Thank you!',
    question: 'Three years ago I bought one {plant}. Today I have given away the tenth division. Picture attached.',
    answer: 'This hangs in the packing hall now. Thank you for telling us.',
    tags: ['praise'],
  },
];

/** Texts of the tickets that come in while the server runs. */
export const newScenarios: readonly Scenario[] = [
  {
    subject: 'Shop is slow this evening',
    question: 'Every page takes ten seconds. Is something wrong on your side?',
    answer: 'A payment provider answered late and held the pages. It is fixed.',
    tags: ['bug', 'performance'],
  },
  {
    subject: 'Add a second address to order {order}',
    question: 'Half of the plants are for my mother. Can they go to her directly?',
    answer: 'Yes, as two parcels. We have split the order.',
    tags: ['delivery'],
  },
  {
    subject: 'Frost tonight, is my {plant} on the road?',
    question: 'The forecast says −6 °C. The tracking page has not changed since noon.',
    answer: 'It sleeps in a heated depot tonight and travels tomorrow.',
    tags: ['weather hold'],
  },
];
