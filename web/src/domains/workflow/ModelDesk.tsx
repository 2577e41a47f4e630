import { modelDetail, modelSubmit } from '@xueheng/contract/domains/workflow/model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { dropTabs } from '../../platform/tabs/store.ts'
import { openTab, setTabDirty, useTabPath, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Modeler, type ModelerHandle } from './Modeler.tsx'
import { newProcess } from './new-process.ts'

/** Where a process is drawn; key and name are those of the drawing. */
export function ModelDesk({ id }: { id: string }) {
  const t = useT()
  const path = useTabPath()
  const client = useQueryClient()
  const [blank] = useState(newProcess)
  const handle = useRef<ModelerHandle>(null)
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['flowModel', id],
    queryFn: () => callApi(modelDetail, { id }),
    enabled: id !== '',
    staleTime: Infinity,
  })
  const title = id === '' ? t('新建模型') : found.data?.name
  useTabTitle(title ?? undefined)
  const change = useCallback(() => setTabDirty(true, path), [path])

  async function save(): Promise<void> {
    const modelEditorXml = await handle.current?.xml()
    if (!modelEditorXml) return setRefusal(t('流程图无法显示'))
    setBusy(true)
    setRefusal(undefined)
    try {
      const version = found.data?.version ?? null
      const kept = await callApi(modelSubmit, { modelEditorXml, ...(id && { id, version }) })
      message.success(t('保存成功'))
      setTabDirty(false, path)
      await client.invalidateQueries({ queryKey: ['crud'] })
      if (id === '') {
        openTab('/flow/model')
        dropTabs([path])
      } else client.setQueryData(['flowModel', id], kept)
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (id !== '' && !found.data) {
    return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />
  }
  return (
    <PageFrame
      isFilled
      title={title}
      extra={
        <>
          <Button onClick={() => openTab('/flow/model')}>{t('返回')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      {refusal && <Alert className="info-refusal" type="error" showIcon title={refusal} />}
      <Modeler ref={handle} xml={(id === '' ? blank : found.data?.modelEditorXml) ?? blank} onChange={change} />
    </PageFrame>
  )
}
