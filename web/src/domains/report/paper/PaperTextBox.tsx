import { LONGEST_TEXT, type PaperText } from '@xueheng/contract/domains/report/paper-text.ts'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import '../../../platform/ui/state-mark.css'

interface PaperTextBoxProps {
  text: PaperText
  /** What was typed and not yet saved. */
  draft: string | undefined
  onType: (text: string | undefined) => void
  /** Keeps the words; the generated text stands again without them. */
  onSave: (typed: { text?: string }) => Promise<unknown>
  onDone: () => void
}

const READ_AGAIN = [['paper-texts']]

/** One text of a paper: what will be printed, whose words it is, and the way back. */
export function PaperTextBox({ text, draft, onType, onSave, onDone }: PaperTextBoxProps) {
  const t = useT()
  const id = useId()
  const { generated, isEdited, staleText, editUserName, editTime } = text
  const way = { isInline: true, changes: READ_AGAIN, onDone }
  const saving = useAction((typed: string) => onSave({ text: typed }), { ...way, done: '文字已保存' })
  const resetting = useAction(() => onSave({}), {
    ...way,
    confirm: { text: '改写的文字将删除，确定恢复为生成的文字?', isDanger: true },
    done: '已恢复为生成的文字',
  })
  const isBusy = saving.isBusy || resetting.isBusy
  const author = { name: editUserName, time: editTime.slice(0, 16) }

  return (
    <section className="paper-text">
      <TextHead id={id} text={text} />
      <RefusalNote text={saving.refusal ?? resetting.refusal} />
      {staleText && (
        <blockquote>
          <p>{t('{name}于{time}改写的文字不再采用，因为数字变了：', author)}</p>
          <p className="paper-text-words">{staleText}</p>
          <Button size="small" onClick={() => onType(staleText)}>
            {t('沿用这段文字')}
          </Button>
        </blockquote>
      )}
      <Input.TextArea
        id={id}
        value={draft ?? text.text}
        onChange={({ target }) => onType(target.value === text.text ? undefined : target.value)}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={LONGEST_TEXT}
      />
      {isEdited && (
        <blockquote>
          <p>{t('由{name}于{time}改写。生成的文字：', author)}</p>
          <p className="paper-text-words">{generated}</p>
        </blockquote>
      )}
      <footer>
        {isEdited && (
          <Button loading={resetting.isBusy} disabled={isBusy} onClick={() => void resetting.run()}>
            {t('恢复为生成的文字')}
          </Button>
        )}
        <Button
          type="primary"
          loading={saving.isBusy}
          disabled={isBusy || !draft?.trim()}
          onClick={() => void saving.run(draft ?? '')}
        >
          {t('保存文字')}
        </Button>
      </footer>
    </section>
  )
}

/** What the text is about, and whether it is printed as it was generated. */
function TextHead({ id, text: { title, isEdited, staleText } }: { id: string; text: PaperText }) {
  const t = useT()
  return (
    <h3>
      <label htmlFor={id}>{t(title)}</label>
      {isEdited && <span className="xh-state-mark is-good">{t('已改写')}</span>}
      {staleText && <span className="xh-state-mark is-bad">{t('数据已更新')}</span>}
    </h3>
  )
}
