// The entry of the bundle that signs in: it holds oauth4webapi, and is loaded with the first sign-in, renewal or sign-out.
import { createRenew } from '../../core/mcp/auth/renew';
import { createSignIn } from '../../core/mcp/auth/signIn';
import { createSignOut } from '../../core/mcp/auth/signOut';
import { globalFetch } from '../network/globalFetch';

export { config as configureLocalization } from '@vscode/l10n';

export const renew = createRenew(globalFetch);
export const signIn = createSignIn(globalFetch);
export const signOut = createSignOut(globalFetch);
