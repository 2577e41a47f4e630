import type { PageProps } from '../../platform/tabs/tab.ts'
import { lazy } from 'react'
import { ModelList } from './ModelList.tsx'

const ModelDesk = lazy(async () => ({ default: (await import('./ModelDesk.tsx')).ModelDesk }))

/** 模型管理: the list, and behind `/new` or the id of one the drawing desk. */
export function Page({ rest: [id] }: PageProps) {
  return id === undefined ? <ModelList /> : <ModelDesk key={id} id={id === 'new' ? '' : id} />
}
