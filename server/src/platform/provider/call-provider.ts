import type * as z from 'zod'
import { accessToken } from './access-token.ts'
import { askProvider, codeOf } from './ask-provider.ts'
import { type Provider, type ProviderAccount, type ProviderDeps, type ProviderRequest, awayOf } from './provider.ts'

/**
 * Calls a provider in the name of an account and answers what `answer` makes of it. A token that is not known any more is
 * replaced once. Never within a transaction: it waits for somebody else (`outside` of a declared call). Throws a
 * `ProviderError`.
 */
export async function callProvider<T>(
  deps: ProviderDeps,
  provider: Provider,
  account: ProviderAccount,
  request: ProviderRequest & { answer: z.ZodType<T> },
): Promise<T> {
  const given = await withToken(deps, provider, account, request)
  const parsed = request.answer.safeParse(given)
  if (parsed.success) return parsed.data
  deps.log.warn({ provider: provider.name, path: request.path, issues: parsed.error.issues }, 'provider answered oddly')
  throw awayOf(provider, '服务返回的内容无法识别')
}

async function withToken(
  deps: ProviderDeps,
  provider: Provider,
  account: ProviderAccount,
  request: ProviderRequest,
): Promise<Record<string, unknown>> {
  const token = await accessToken(deps, provider, account)
  try {
    return await askProvider(deps, provider, request, token)
  } catch (error) {
    if (!provider.tokenErrors.includes(codeOf(error) ?? 0)) throw error
    return askProvider(deps, provider, request, await accessToken(deps, provider, account, token))
  }
}
