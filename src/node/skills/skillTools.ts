import { parse } from 'yaml';
import type { SkillTools } from '../../core/skills/verify';
import { sha256 } from '../base/sha256';

export const skillTools: SkillTools = {
  sha256,
  // Values as in YAML 1.2, of which JSON is a part.
  parseYaml: (text): unknown => parse(text, { schema: 'core', version: '1.2', maxAliasCount: 20, logLevel: 'silent' }),
};
