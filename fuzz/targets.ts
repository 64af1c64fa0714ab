import type { Target } from './target';
import { challenges } from './targets/challenges';
import { configuration } from './targets/configuration';
import { contents } from './targets/contents';
import { contextFiles } from './targets/contextFiles';
import { environmentFiles } from './targets/environmentFiles';
import { eventStreams } from './targets/eventStreams';
import { icons } from './targets/icons';
import { lists } from './targets/lists';
import { markdown } from './targets/markdown';
import { mentions } from './targets/mentions';
import { messages } from './targets/messages';
import { names } from './targets/names';
import { pageMessages } from './targets/pageMessages';
import { previews } from './targets/previews';
import { questions } from './targets/questions';
import { signInAnswers } from './targets/signInAnswers';
import { templates } from './targets/templates';

/** Every parser of bytes that somebody else wrote. */
export const targets: readonly Target[] = [
  messages,
  eventStreams,
  lists,
  contents,
  templates,
  configuration,
  contextFiles,
  markdown,
  previews,
  icons,
  mentions,
  names,
  questions,
  environmentFiles,
  signInAnswers,
  pageMessages,
  challenges,
];
