/** A word that is used no longer, and the word to use instead: the glossary in CONTRIBUTING.md. */
export type RetiredWord = readonly [pattern: RegExp, instead: string];

/** In texts of the interface and in docs for users. */
export const inEnglish: readonly RetiredWord[] = [
  [/\b(?:dis)?agree|\bapprov(?:e|al)|(?<!\/)\bconsent\b/iu, 'allow, permission'],
  [/\blet(?:ting)? go of\b/iu, 'remove'],
  [/\bgo(?:es)? along\b|\bhand(?:ed)? over\b/iu, 'attach, include'],
  [/\banew\b|\bonce more\b|\bof then\b/iu, 'again, updated, previous version'],
  [/\bby (?:it|them)sel(?:f|ves)\b/iu, 'automatically'],
  [/\bfor want of\b|\bhas room for\b/iu, 'doesn’t fit, over the limit'],
  [/\b(?:some|no|every)body\b|\bpersons?\b/iu, 'you, user, everyone'],
  [/\bnot any ?more\b/iu, 'no longer'],
  [/\bstale\b/iu, 'out of date'],
  [/\bfaulty?\b|\bmistakes?\b/iu, 'invalid, error, problem'],
  [/\bshall\b/iu, 'will, must'],
  [/\bweb sites?\b/iu, 'website'],
  [/\bthe picker\b/iu, 'the extension, MCP Resource Picker'],
  [/\bthe view [*“]?\p{Lu}/u, 'the … view'],
  [/\b(?:author|operator) should know\b/iu, 'report this to, contact'],
  [/\b(?:how loudly|what is wrong with)\b/iu, 'severity, problem'],
  [/\bwants (?:you to|a sign-in|to know)\b/iu, 'requires'],
];

/** In texts of the interface only, where VS Code contracts. */
export const inTexts: readonly RetiredWord[] = [
  [/\b(?:can|could|do|does|did|is|are|was|were|has|have|had) ?not\b/iu, 'can’t, couldn’t, isn’t …'],
  [/\bkept\b/iu, 'saved'],
  [/\bpick(?:s|ed|ing)?\b/iu, 'add, select'],
  [/\bleft out\b/iu, 'skipped'],
  [/\bcancelled\b/iu, 'canceled'],
  [/'/u, '’'],
];

/** In Chinese texts. */
export const inChinese: readonly RetiredWord[] = [
  [/同意/u, '允许'],
  [/忘记/u, '清除、重置、移除'],
  [/标签页/u, '选项卡'],
  [/点击/u, '单击'],
  [/清空上下文/u, '清除上下文'],
  [/网址/u, 'URL'],
  [/应答/u, '响应'],
  [/词元/u, '令牌'],
  [/您/u, '你'],
  [/(?<!协议)方案/u, '协议方案'],
  [/它说|服务器失败/u, '服务器返回、服务器出错'],
  [/[\u4E00-\u9FFF][:?]|[（）]/u, '：？()'],
];

/** In names of the code, as parts of them: `agreedAt` has `agree`. */
export const inNames: readonly RetiredWord[] = [
  [/agree|approv/iu, 'allow'],
  [/verdict|shelf|patience|telling|whence/iu, 'a term of MCP, VS Code or the trade'],
  [/meant|^mended/iu, 'named, current, repaired'],
  [/somebody|nobody|person(?!al)/iu, 'user'],
];
