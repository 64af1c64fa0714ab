const sentences: string[] = [];

/** Notes what no test said that it may happen: the test fails by it after its end, for the product may catch what is thrown. */
export function unexpected(sentence: string): Error {
  sentences.push(sentence);
  return new Error(sentence);
}

/** What was noted since the last call. */
export function takeUnexpected(): readonly string[] {
  return sentences.splice(0);
}
