/** A plant that the nursery sells. */
export interface Plant {
  readonly sku: string;
  readonly name: string;
  readonly latin: string;
  /** In euros. */
  readonly price: number;
  readonly family: string;
  readonly light: 'sun' | 'half shade' | 'shade';
  /** The lowest winter temperature the plant survives, in °C. */
  readonly hardy: number;
  readonly pot: string;
}

const rows: readonly (readonly [string, string, string, number, string, Plant['light'], number, string])[] = [
  ['LAV-012', 'English lavender', 'Lavandula angustifolia', 6.9, 'Lamiaceae', 'sun', -20, '12 cm'],
  ['LAR-014', 'Candle larkspur', 'Delphinium elatum', 9.5, 'Ranunculaceae', 'sun', -25, '14 cm'],
  ['SAL-012', 'Wood sage ‘Caradonna’', 'Salvia nemorosa', 7.2, 'Lamiaceae', 'sun', -28, '12 cm'],
  ['ECH-013', 'Purple coneflower', 'Echinacea purpurea', 7.9, 'Asteraceae', 'sun', -28, '13 cm'],
  ['HOS-017', 'Blue hosta', 'Hosta sieboldiana', 12.5, 'Asparagaceae', 'shade', -30, '17 cm'],
  ['FER-011', 'Male fern', 'Dryopteris filix-mas', 5.8, 'Dryopteridaceae', 'shade', -30, '11 cm'],
  ['GER-012', 'Meadow cranesbill', 'Geranium pratense', 6.4, 'Geraniaceae', 'half shade', -30, '12 cm'],
  ['AST-013', 'Michaelmas daisy', 'Symphyotrichum novi-belgii', 6.9, 'Asteraceae', 'sun', -25, '13 cm'],
  ['HEL-014', 'Christmas rose', 'Helleborus niger', 10.9, 'Ranunculaceae', 'half shade', -22, '14 cm'],
  ['ANE-012', 'Japanese anemone', 'Anemone hupehensis', 7.5, 'Ranunculaceae', 'half shade', -20, '12 cm'],
  ['PAE-020', 'Chinese peony', 'Paeonia lactiflora', 18.9, 'Paeoniaceae', 'sun', -28, '20 cm'],
  ['IRI-013', 'Siberian iris', 'Iris sibirica', 7.1, 'Iridaceae', 'sun', -30, '13 cm'],
  ['VER-011', 'Purpletop vervain', 'Verbena bonariensis', 5.6, 'Verbenaceae', 'sun', -10, '11 cm'],
  ['MIS-020', 'Maiden grass', 'Miscanthus sinensis', 14.9, 'Poaceae', 'sun', -20, '20 cm'],
  ['STI-013', 'Feather grass', 'Nassella tenuissima', 6.2, 'Poaceae', 'sun', -15, '13 cm'],
  ['ROS-022', 'Climbing rose ‘New Dawn’', 'Rosa', 21.5, 'Rosaceae', 'sun', -25, '22 cm'],
  ['HYD-023', 'Panicle hydrangea', 'Hydrangea paniculata', 19.9, 'Hydrangeaceae', 'half shade', -28, '23 cm'],
  ['CLE-015', 'Italian clematis', 'Clematis viticella', 13.4, 'Ranunculaceae', 'half shade', -25, '15 cm'],
  ['THY-009', 'Creeping thyme', 'Thymus serpyllum', 3.9, 'Lamiaceae', 'sun', -28, '9 cm'],
  ['ROS-013', 'Rosemary', 'Salvia rosmarinus', 7.4, 'Lamiaceae', 'sun', -8, '13 cm'],
  ['FIG-025', 'Brown Turkey fig', 'Ficus carica', 24.9, 'Moraceae', 'sun', -12, '25 cm'],
  ['MON-021', 'Swiss cheese plant', 'Monstera deliciosa', 29.0, 'Araceae', 'half shade', 12, '21 cm'],
  ['PIL-012', 'Chinese money plant', 'Pilea peperomioides', 11.9, 'Urticaceae', 'half shade', 10, '12 cm'],
  ['OLI-026', 'Olive', 'Olea europaea', 34.5, 'Oleaceae', 'sun', -7, '26 cm'],
];

export const plants: readonly Plant[] = rows.map(([sku, name, latin, price, family, light, hardy, pot]) => ({
  sku,
  name,
  latin,
  price,
  family,
  light,
  hardy,
  pot,
}));
