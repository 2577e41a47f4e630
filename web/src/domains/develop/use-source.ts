import * as call from '@xueheng/contract/domains/develop/datasource.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { pathOf } from '../../platform/crud/crud-api.ts'

const STALE_MS = 60_000

export function useSources() {
  return useQuery({
    queryKey: ['crud', call.datasource.name, 'select'],
    queryFn: () => get<{ id: string; name: string }[]>(pathOf(call.datasource, 'select')),
  })
}

/** Tables of a data source; nothing is asked while none is chosen. */
export function useTables(id: string | undefined) {
  return useQuery({
    queryKey: ['source', id, 'tables'],
    queryFn: () => get<call.SourceTable[]>(call.datasourceTables.path, { id }),
    enabled: Boolean(id),
    staleTime: STALE_MS,
    retry: false,
  })
}

export function useSourceColumns(id: string, table: string | undefined) {
  return useQuery({
    queryKey: ['source', id, 'columns', table],
    queryFn: () => get<call.SourceColumn[]>(call.datasourceColumns.path, { id, table }),
    enabled: Boolean(table),
    staleTime: STALE_MS,
    retry: false,
  })
}

/** How a table is named to the server. */
export function tableName({ schema, name }: call.SourceTable): string {
  return `${schema}.${name}`
}
