import { expect, it } from 'vitest';
import { offersFor, type OfferSources } from '../../../src/shared/templateOffers';

function offers(sources: Partial<OfferSources>): unknown {
  const { used, fromServer } = offersFor({
    text: '',
    used: ['Apple', 'pear'],
    answer: ['apricot', 'pear', 'fig'],
    isOutdated: false,
    isTaken: () => false,
    ...sources,
  });
  return [used, fromServer];
}

it('offers what was used before, then what the server says, each once', () => {
  expect(offers({})).toEqual([
    ['Apple', 'pear'],
    ['apricot', 'fig'],
  ]);
});

it('finds used values by the typed text in any case, and leaves it to the server what fits', () => {
  expect(offers({ text: 'AP' })).toEqual([['Apple'], ['apricot', 'pear', 'fig']]);
});

it('keeps of an answer to another text what holds this one', () => {
  expect(offers({ text: 'ap', isOutdated: true })).toEqual([['Apple'], ['apricot']]);
});

it('offers neither what is typed nor what the field has', () => {
  expect(offers({ text: 'fig' })).toEqual([[], ['apricot', 'pear']]);
  expect(offers({ isTaken: (value) => value === 'Apple' || value === 'fig' })).toEqual([['pear'], ['apricot']]);
});
