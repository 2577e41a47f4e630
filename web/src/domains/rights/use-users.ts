import { userSelect } from '@xueheng/contract/domains/people/user.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Everybody of the tenant; read anew when a user is changed. */
export function useUsers() {
  return useQuery({ queryKey: ['crud', 'user', 'select'], queryFn: () => callApi(userSelect) })
}

/** What a user is found by: 李雷（li）. */
export function userLabel({ account, realName, name }: User): string {
  return `${realName || name || ''}（${account}）`
}

type User = NonNullable<ReturnType<typeof useUsers>['data']>[number]
