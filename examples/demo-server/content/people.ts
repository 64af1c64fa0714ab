/** A person who works at Larkspur. */
export interface Colleague {
  readonly name: string;
  readonly login: string;
  readonly role: string;
}

export const colleagues: readonly Colleague[] = [
  { name: 'Maya Okafor', login: 'maya', role: 'Owner' },
  { name: 'Tom Verbeek', login: 'tom', role: 'Head grower' },
  { name: 'Inés Cabrera', login: 'ines', role: 'Customer care' },
  { name: 'Jun Watanabe', login: 'jun', role: 'Web shop' },
  { name: 'Sanne de Wit', login: 'sanne', role: 'Packing and shipping' },
  { name: 'Oleg Marchenko', login: 'oleg', role: 'Data and stock' },
];

export interface Customer {
  readonly number: number;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly email: string;
}

const rows: readonly (readonly [string, string, string])[] = [
  ['Anna Lindqvist', 'Uppsala', 'SE'],
  ['Piotr Zieliński', 'Gdańsk', 'PL'],
  ['Chloé Fournier', 'Nantes', 'FR'],
  ['Marek Dvořák', 'Brno', 'CZ'],
  ['Giulia Ferrari', 'Parma', 'IT'],
  ['Jonas Weber', 'Freiburg', 'DE'],
  ['Aoife Byrne', 'Galway', 'IE'],
  ['Rafael Nogueira', 'Porto', 'PT'],
  ['Katarína Novotná', 'Košice', 'SK'],
  ['Bram Janssen', 'Utrecht', 'NL'],
  ['Σοφία Παππά', 'Θεσσαλονίκη', 'GR'],
  ['Ольга Петренко', 'Vienna', 'AT'],
  ['王小梅', 'Rotterdam', 'NL'],
  ['ليلى حداد', 'Brussels', 'BE'],
  ['Mette Sørensen', 'Aarhus', 'DK'],
  ['Håkon Nilsen', 'Bergen', 'NO'],
  ['Zoltán Kovács', 'Szeged', 'HU'],
  ['Elif Yıldız', 'Hamburg', 'DE'],
  ['Núria Ferrer', 'Girona', 'ES'],
  ['Liis Tamm', 'Tartu', 'EE'],
  ['田中 陽子', 'Düsseldorf', 'DE'],
  ['Ruairí Quinn', 'Derry', 'GB'],
  ['Ivana Horvat', 'Zagreb', 'HR'],
  ['Noor Bakker', 'Leiden', 'NL'],
];

export const customers: readonly Customer[] = rows.map(([name, city, country], index) => ({
  number: 20_410 + index * 37,
  name,
  city,
  country,
  email: `customer${20_410 + index * 37}@mail.example`,
}));
