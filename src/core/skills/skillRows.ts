import type { Resource } from '../resource/resource';
import { skillFileName, supporting, type Skill } from '../resource/skill';

/** The files of a skill as rows of the catalog; what its server lists itself stays as it is listed. */
export function resourcesOf(skill: Skill): readonly Resource[] {
  const size = skill.files === 'dynamic' ? undefined : skill.files.find(({ uri }) => uri === skill.uri)?.size;
  const description = skill.problem ?? skill.description;
  const main = { ...bare, uri: skill.uri, name: skill.name, description, mimeType: 'text/markdown', size };
  const others = supporting(skill).map(({ uri, size: bytes }) => ({ ...bare, uri, name: fileName(uri), size: bytes }));
  return [main, ...others];
}

function fileName(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1) || skillFileName;
}

/** With all fields in place: adding them to a copy one by one takes 20 times as long. */
const bare: Resource = {
  uri: '',
  name: '',
  title: undefined,
  description: undefined,
  mimeType: undefined,
  size: undefined,
  audience: undefined,
  priority: undefined,
  lastModified: undefined,
  icons: undefined,
  extra: undefined,
};
