// A software bill of materials (CycloneDX 1.6) of a package: what is in its bundles, by esbuild's account of them.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { metafileOf, shipped } from './bundled.mjs';
import { binary, mustRun } from './terminal.mjs';

/**
 * Writes the bill of a package beside it.
 * @param kind a key of `shipped`
 * @returns the path of the bill
 */
export async function writeSbom(kind, file, metafile, description) {
  const sbom = `${file}.cdx.json`;
  const own = `${sbom}.metafile`;
  await writeFile(own, JSON.stringify(metafileOf(metafile, shipped[kind])));
  try {
    const command = await binary('@cyclonedx/cyclonedx-esbuild', 'cyclonedx-esbuild');
    // The components stand in the order of the language.
    const env = { ...process.env, LC_ALL: 'C' };
    await mustRun(process.execPath, [command, '--output-reproducible', '--validate', '-o', sbom, own], { env });
  } finally {
    await rm(own, { force: true });
  }
  const bill = JSON.parse(await readFile(sbom, 'utf8'));
  const content = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  Object.assign(bill.metadata.component, { description, hashes: [{ alg: 'SHA-256', content }] });
  await writeFile(sbom, `${JSON.stringify(bill, undefined, 2)}\n`);
  return sbom;
}
