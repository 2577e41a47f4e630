import type { TestApp } from './harness.ts'

export interface FamilyAnswer<T> {
  status: number
  code: number
  success: boolean
  msg: string
  data: T
}

/** Calls as the clients of this API family send them: names, headers and forms of theirs, nulls replaced. */
export interface Family {
  get<T = unknown>(path: string, query?: Record<string, unknown>): Promise<FamilyAnswer<T>>
  post<T = unknown>(path: string, body?: unknown, query?: Record<string, unknown>): Promise<FamilyAnswer<T>>
}

export function familyOf({ app, config }: TestApp, token: string): Family {
  const basic = Buffer.from(`${config.client.id}:${config.client.secret}`).toString('base64')
  async function send<T>(
    method: 'GET' | 'POST',
    url: string,
    query: Record<string, unknown> = {},
    body?: unknown,
  ): Promise<FamilyAnswer<T>> {
    const sent = Object.entries(query).filter(([, value]) => value !== undefined)
    const response = await app.http.inject({
      method,
      url,
      query: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      headers: { authorization: `Basic ${basic}`, 'blade-auth': `bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, ...response.json<Omit<FamilyAnswer<T>, 'status'>>() }
  }
  return {
    get: (path, query) => send('GET', path, query),
    post: (path, body, query) => send('POST', path, query, body),
  }
}
