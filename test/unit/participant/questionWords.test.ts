import { describe, expect, it } from 'vitest';
import { bestMatches } from '../../../src/core/participant/bestMatches';
import { isQuestion, wordsOfQuestion } from '../../../src/core/participant/questionWords';

describe('a question as words to search for', () => {
  it.each([
    ['How do the orders relate to customers?', ['order', 'relate', 'customer']],
    ['What is in db://sales/order_lines?', ['sales', 'order_line']],
    ['explain ORDERS, orders and Orders', ['order']],
    ['is it ok', []],
    ['ticket 42 in Zürich', ['ticket', '42', 'zurich']],
    ['解释订单表是什么', ['订单', '表']],
    ['process and status', ['process', 'statu']],
  ])('%s', (question, words) => {
    expect(wordsOfQuestion(question)).toEqual(words);
  });

  it('are few, however long the question is', () => {
    const long = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
    expect(wordsOfQuestion(long)).toHaveLength(12);
  });
});

describe('a question', () => {
  it.each(['orders?', 'Tell me about beta', 'orders of the shop', '订单表是什么'])('%s', (text) => {
    expect(isQuestion(text)).toBe(true);
  });

  it.each(['', 'orders', 'all orders', 'orders schema sales', 'scheme:db what'])('is not: %j', (text) => {
    expect(isQuestion(text)).toBe(false);
  });
});

describe('the best matches of a question', () => {
  it('have most of the words, of which rare ones count more', () => {
    const [orders, tables, all] = [[1], [1, 2, 3], [5, 6, 1, 2, 3, 4]];
    expect(bestMatches([orders, tables, all], 10, 5)).toEqual([1]);
    expect(bestMatches([tables, all], 10, 5)).toEqual([1, 2, 3]);
    expect(bestMatches([tables, all], 10, 2)).toEqual([1, 2]);
  });

  it('keep the order of the search among equals', () => {
    expect(bestMatches([[7, 3, 5]], 10, 5)).toEqual([7, 3, 5]);
  });

  it('are none where nothing was found', () => {
    expect(bestMatches([], 10, 5)).toEqual([]);
    expect(bestMatches([[]], 0, 5)).toEqual([]);
  });
});
