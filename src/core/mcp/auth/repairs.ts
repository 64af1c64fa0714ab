import { isFields, type Fields } from '../../base/values';

/**
 * An answer as `oauth4webapi` takes it: authorization servers in use write some of it otherwise. Only format and encoding are changed; an issuer
 * or what else says who answered, never.
 */
export async function repaired(response: Response): Promise<Response> {
  const { status, ok, headers } = response;
  const text = await response.text();
  const answer = fieldsIn(text);
  // The challenge that belongs to a refused client's 401 would hide the error in its body.
  if (answer) return Response.json(repairedFields(answer), { status: ok ? successOf(answer) : status });
  return new Response(text === '' ? null : text, {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  });
}

function fieldsIn(text: string): Fields | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An error may come with any status, and so may tokens and registrations. */
function successOf(answer: Fields): number {
  if ('access_token' in answer) return 200;
  if (typeof answer['error'] === 'string') return 400;
  return 'client_id' in answer ? 201 : 200;
}

function repairedFields(answer: Fields): Fields {
  // Neither is used. Times may be texts, and identities have rules of their own.
  const { expires_in: _time, id_token: _identity, ...otherFields } = answer;
  const fields = Object.fromEntries(Object.entries(otherFields).filter(([, value]) => value !== null && value !== ''));
  // A token is sent as a bearer token, whatever its type is called.
  if ('access_token' in fields) fields['token_type'] = 'Bearer';
  if ('client_secret' in fields) fields['client_secret_expires_at'] = 0;
  return fields;
}
