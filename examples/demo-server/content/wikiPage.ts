/** A page of the wiki. */
export interface WikiPage {
  /** The part of the URI after `wiki://larkspur/`, exactly as it is sent. */
  readonly path: string;
  readonly title: string;
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ru' | 'ar' | 'el';
  readonly text: string;
  readonly description?: string;
  /** Days since the last edit. */
  readonly age?: number;
  readonly priority?: number;
  readonly audience?: readonly ('user' | 'assistant')[];
}
