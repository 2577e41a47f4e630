import type { ScreenLayout } from '../platform/crud/layout.ts'

export const workflowLayouts: Record<string, ScreenLayout> = {
  /** Drawn at a desk of its own. */
  flowModel: { emptyHint: '点“创建”画出第一个流程', isReadOnly: true },
  flowFollow: { emptyHint: '流程发起后可在这里跟踪', fields: { processInstanceId: { width: 190 } } },
  claimTask: { emptyHint: '没有等待签收的任务' },
  todoTask: { emptyHint: '没有等待您办理的任务' },
  sentTask: { emptyHint: '您发起的流程会列在这里' },
  doneTask: { emptyHint: '您办结的任务会列在这里' },
}
