import type { CrudRow } from '../../platform/crud/CrudPage.tsx'

const BASE = '/work/process'

/** Where a kind of process is started. */
export function formPath(route: string, definitionId: string): string {
  return `${BASE}/${route}/form/${definitionId}`
}

interface TaskPlace {
  formRoute: string
  taskId: string
  processInstanceId: string
  businessId: string
}

export function handlePath({ formRoute, taskId, processInstanceId, businessId }: TaskPlace): string {
  return `${BASE}/${formRoute}/handle/${taskId}/${processInstanceId}/${businessId}`
}

export function detailPath({ formRoute, processInstanceId, businessId }: Omit<TaskPlace, 'taskId'>): string {
  return `${BASE}/${formRoute}/detail/${processInstanceId}/${businessId}`
}

/** The place a row of a list of tasks speaks of. */
export function placeOfRow(row: CrudRow): TaskPlace {
  const { formRoute, taskId, processInstanceId, businessId } = row
  return {
    formRoute: String(formRoute ?? ''),
    taskId: String(taskId ?? ''),
    processInstanceId: String(processInstanceId ?? ''),
    businessId: String(businessId ?? ''),
  }
}

/** A kind of process without pages of its own can be drawn, not handled. */
export function hasPages(row: CrudRow): boolean {
  return Boolean(row.formRoute)
}
