const sentences: string[] = [];

/** Records a call that no test expected. The test fails after its end, because the product may catch what is thrown. */
export function unexpected(sentence: string): Error {
  sentences.push(sentence);
  return new Error(sentence);
}

/** Returns the records since the last call. */
export function takeUnexpected(): readonly string[] {
  return sentences.splice(0);
}
