import { CODE_KINDS, type CodeField, type CodeKind } from '@xueheng/contract/domains/develop/code.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'

const KIND_TITLES: Record<CodeKind, string> = {
  text: '文本',
  paragraph: '长文本',
  integer: '整数',
  decimal: '小数',
  flag: '开关',
  date: '日期',
  dateTime: '时间',
}

const BLANK: Partial<CodeField> = { kind: 'text', isRequired: false, isSearched: false }

/** The fields of a plan, one line each. */
export function FieldLines() {
  const t = useT()
  return (
    <Form.List name="fields">
      {(lines, { add, remove }) => (
        <div className="code-lines">
          <div className="code-line is-head" aria-hidden="true">
            <span>{t('名称')}</span>
            <span>{t('标签')}</span>
            <span>{t('类型')}</span>
            <span>{t('长度')}</span>
            <span>{t('必填')}</span>
            <span>{t('查询')}</span>
          </div>
          {lines.map(({ key, name }) => (
            <FieldLine key={key} at={name} onRemove={() => remove(name)} />
          ))}
          <Button type="dashed" block icon={<PlusOutlined />} onClick={() => add(BLANK)}>
            {t('增加字段')}
          </Button>
        </div>
      )}
    </Form.List>
  )
}

function FieldLine({ at, onRemove }: { at: number; onRemove: () => void }) {
  const t = useT()
  const kinds = CODE_KINDS.map((kind) => ({ value: kind, label: t(KIND_TITLES[kind]) }))
  return (
    <div className="code-line">
      <Form.Item name={[at, 'name']} rules={[{ required: true, message: t('请输入名称') }]}>
        <Input aria-label={t('名称')} placeholder="bookName" maxLength={40} />
      </Form.Item>
      <Form.Item name={[at, 'label']} rules={[{ required: true, message: t('请输入标签') }]}>
        <Input aria-label={t('标签')} maxLength={50} />
      </Form.Item>
      <Form.Item name={[at, 'kind']}>
        <Select aria-label={t('类型')} options={kinds} />
      </Form.Item>
      <Form.Item name={[at, 'size']}>
        <InputNumber<number> aria-label={t('长度')} min={0} max={1000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'isRequired']} valuePropName="checked">
        <Checkbox aria-label={t('必填')} />
      </Form.Item>
      <Form.Item name={[at, 'isSearched']} valuePropName="checked">
        <Checkbox aria-label={t('查询')} />
      </Form.Item>
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('删除第{n}行', { n: at + 1 })} onClick={onRemove} />
    </div>
  )
}
