import type { ScreenLayout } from '../platform/crud/layout.ts'

export const workflowLayouts: Record<string, ScreenLayout> = {
  /** Drawn at a desk of its own. */
  flowModel: { isReadOnly: true },
  flowFollow: { fields: { processInstanceId: { width: 190 } } },
}
