// What the tests found of the changes of a room.

const isFound = (outcome) => outcome === 'failed' || outcome === 'timeout';
const oneLine = (text) => text.replaceAll(/\s+/gu, ' ').trim();
const short = (text, length = 90) => (text.length > length ? `${text.slice(0, length - 2)} …` : text);

/** Adds to each mutant what became of it, the tests that passed its switch and those that noticed. */
export function judge({ mutants, tests, outside }, outcomes) {
  const covering = new Map();
  for (const test of tests.filter(({ passed }) => passed))
    for (const id of Object.keys(test.hits)) covering.set(id, [...(covering.get(id) ?? []), test]);
  return mutants.map((mutant) => {
    const coveredBy = covering.get(mutant.id) ?? [];
    const outcomeOf = ({ key }) => outcomes.get(`${mutant.key} ${key}`);
    const killedBy = coveredBy.filter((test) => isFound(outcomeOf(test)));
    const isTimeout = killedBy.length > 0 && killedBy.every((test) => outcomeOf(test) === 'timeout');
    const status = statusOf({ mutant, coveredBy, killedBy, isTimeout, isOutside: outside.has(mutant.id) });
    return { ...mutant, status, coveredBy, killedBy };
  });
}

function statusOf({ mutant, coveredBy, killedBy, isTimeout, isOutside }) {
  if (mutant.ignored !== undefined) return 'ignored';
  if (killedBy.length > 0) return isTimeout ? 'timeout' : 'killed';
  if (coveredBy.length > 0) return 'survived';
  return isOutside ? 'static' : 'uncovered';
}

/** Counts by status, and the score: found ones of those that were run or that no test reached. */
export function summary(judged) {
  const counts = Object.fromEntries(
    ['killed', 'timeout', 'survived', 'uncovered', 'static', 'ignored'].map((name) => [name, 0]),
  );
  for (const { status } of judged) counts[status] += 1;
  const found = counts.killed + counts.timeout;
  const all = found + counts.survived + counts.uncovered;
  return { ...counts, mutants: all, score: all === 0 ? 100 : (100 * found) / all };
}

/** The lines of the report: files with their scores, then each mutant that was not found. */
export function reportLines(judged) {
  const files = [...new Set(judged.map(({ file }) => file))];
  const row = (name, { score, killed, timeout, survived, uncovered, static: outside }) =>
    `${score.toFixed(1).padStart(6)} %  ${[killed, timeout, survived, uncovered, outside].map((count) => String(count).padStart(8)).join(' ')}  ${name}`;
  const missed = judged.filter(({ status }) => status === 'survived' || status === 'uncovered');
  return [
    ...missed.map(
      ({ file, line, kind, original, replacement, status }) =>
        `${file}:${line}  ${status === 'uncovered' ? 'no test runs it' : kind}: ${short(oneLine(original))}  →  ${short(oneLine(replacement))}`,
    ),
    '',
    '   score    killed  timeout survived uncovered   static',
    ...files.map((file) => row(file, summary(judged.filter((mutant) => mutant.file === file)))),
    row('all', summary(judged)),
  ];
}

/** Tests that alone notice no change: of each, how many it notices, and who else does. Exact after a run with `--every`. */
export function redundantLines(judged, tests) {
  const sole = new Set(judged.filter(({ killedBy }) => killedBy.length === 1).map(({ killedBy }) => killedBy[0].key));
  const spare = tests.filter(({ key, passed }) => passed && !sole.has(key));
  return spare.flatMap(({ key, file, name, hits }) => {
    const kills = judged.filter(({ killedBy }) => killedBy.some((test) => test.key === key));
    const others = new Map();
    for (const { killedBy } of kills) for (const test of killedBy) others.set(test, (others.get(test) ?? 0) + 1);
    const most = [...others].filter(([test]) => test.key !== key).toSorted(([, one], [, other]) => other - one);
    return [
      `${file} > ${name}: notices ${kills.length} of ${Object.keys(hits).length}`,
      ...most.slice(0, 4).map(([test, count]) => `    ${count} of them: ${test.file} > ${test.name}`),
    ];
  });
}
