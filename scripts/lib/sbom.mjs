// A software bill of materials (CycloneDX 1.6) of a package: what is in its bundles, by esbuild's account of them.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { binary, mustRun, root } from './terminal.mjs';

/**
 * Writes the bill of a package beside it.
 * @param metafile with names relative to `source`
 * @param source the folder with the package's manifest
 * @returns the path of the bill
 */
export async function writeSbom(file, metafile, source) {
  const sbom = `${file}.cdx.json`;
  const own = `${sbom}.metafile`;
  await writeFile(own, JSON.stringify(metafile));
  try {
    const command = await binary('@cyclonedx/cyclonedx-esbuild', 'cyclonedx-esbuild');
    // The components stand in the order of the language.
    const env = { ...process.env, LC_ALL: 'C' };
    await mustRun(process.execPath, [command, '--output-reproducible', '--validate', '-o', sbom, own], {
      cwd: source,
      env,
    });
  } finally {
    await rm(own, { force: true });
  }
  const bill = JSON.parse(await readFile(sbom, 'utf8'));
  const { component } = bill.metadata;
  // The manifest of an extension has the names of its texts.
  const texts = JSON.parse(await readFile(path.join(root, 'package.nls.json'), 'utf8'));
  component.description = component.description.replace(/^%(.+)%$/u, (_, key) => texts[key]);
  const content = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  component.hashes = [{ alg: 'SHA-256', content }];
  await writeFile(sbom, `${JSON.stringify(bill, undefined, 2)}\n`);
  return sbom;
}
