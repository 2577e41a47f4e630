import { modelCheck, modelDetail, modelSubmit } from '@xueheng/contract/domains/workflow/model.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { dropTabs } from '../../platform/tabs/store.ts'
import { openTab, setTabDirty, useTabPath, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Findings } from './Findings.tsx'
import { Modeler, type ModelerHandle } from './Modeler.tsx'
import { newProcess } from './new-process.ts'

/** Where a process is drawn; key and name are those of the drawing. */
export function ModelDesk({ id }: { id: string }) {
  const t = useT()
  const path = useTabPath()
  const client = useQueryClient()
  const [blank] = useState(newProcess)
  const handle = useRef<ModelerHandle>(null)
  const found = useQuery({
    queryKey: ['flowModel', id],
    queryFn: () => callApi(modelDetail, { id }),
    enabled: id !== '',
    staleTime: Infinity,
  })
  const title = id === '' ? t('新建模型') : found.data?.name
  useTabTitle(title ?? undefined)
  const { checking, checked, forget } = useCheck()
  const change = useCallback(() => {
    setTabDirty(true, path)
    forget()
  }, [path, forget])

  const saving = useAction(
    (modelEditorXml: string) =>
      callApi(modelSubmit, { modelEditorXml, ...(id && { id, version: found.data?.version ?? null }) }),
    { isInline: true, done: '保存成功', changes: [['crud']], onDone: leave },
  )

  /** A new model is found in the list again; the other stays open as it was kept. */
  function leave(kept: Output<typeof modelSubmit>): void {
    setTabDirty(false, path)
    if (id !== '') client.setQueryData(['flowModel', id], kept)
    else {
      openTab('/flow/model')
      dropTabs([path])
    }
  }

  async function withDrawing(work: (drawing: string) => Promise<boolean>): Promise<void> {
    const drawing = await handle.current?.xml()
    if (drawing) await work(drawing)
    else message.error(t('流程图无法显示'))
  }

  if (id !== '' && !found.data) {
    return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <PageFrame
      isFilled
      title={title}
      extra={
        <DeskButtons
          isChecking={checking.isBusy}
          isSaving={saving.isBusy}
          onCheck={() => void withDrawing(checking.run)}
          onSave={() => void withDrawing(saving.run)}
        />
      }
    >
      <RefusalNote text={saving.refusal} />
      {checked && <Findings title={t('检查结果')} faults={checked.faults ?? []} warnings={checked.warnings ?? []} />}
      <Modeler ref={handle} xml={(id === '' ? blank : found.data?.modelEditorXml) ?? blank} onChange={change} />
    </PageFrame>
  )
}

/** What a check of the drawing found, until it is changed. */
function useCheck() {
  const [checked, setChecked] = useState<Output<typeof modelCheck>>()
  const turn = useRef(0)
  const forget = useCallback(() => {
    turn.current += 1
    setChecked(undefined)
  }, [])
  const checking = useAction(
    async (modelEditorXml: string) => {
      const begun = turn.current
      const found = await callApi(modelCheck, { modelEditorXml })
      if (begun === turn.current) setChecked(found)
    },
    { done: '' },
  )
  return { checking, checked, forget }
}

interface DeskButtonsProps {
  isChecking: boolean
  isSaving: boolean
  onCheck: () => void
  onSave: () => void
}

function DeskButtons({ isChecking, isSaving, onCheck, onSave }: DeskButtonsProps) {
  const t = useT()
  return (
    <>
      <Button onClick={() => openTab('/flow/model')}>{t('返回')}</Button>
      <Button loading={isChecking} onClick={onCheck}>
        {t('检查')}
      </Button>
      <Button type="primary" loading={isSaving} onClick={onSave}>
        {t('保存')}
      </Button>
    </>
  )
}
