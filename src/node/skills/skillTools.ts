import { parseDocument } from 'yaml';
import { differenceOf, type SkillTools } from '../../core/skills/difference';
import type { SkillCheck } from '../../core/skills/verify';
import { sha256 } from '../base/sha256';

export const skillTools: SkillTools = {
  sha256,
  // Values as in YAML 1.2, of which JSON is a part. Maps as keys of maps would be written as text again and again, for half a minute.
  parseYaml: (text): unknown => {
    const document = parseDocument(text, { schema: 'core', version: '1.2', prettyErrors: false, stringKeys: true });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS({ maxAliasCount: 20 });
  },
};

export const checkSkill: SkillCheck = (skill, uri, read) => differenceOf(skill, uri, read, skillTools);
