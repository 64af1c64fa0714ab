import { HumanError } from '../../base/errors';

/** @param message localised; says what is wrong in the configuration, and what to do */
export function misconfigured(message: string, details?: { cause: unknown; detail?: string }): HumanError {
  return new HumanError('configuration', message, details);
}
