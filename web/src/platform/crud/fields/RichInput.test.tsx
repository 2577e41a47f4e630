// @vitest-environment happy-dom
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../_stage.tsx'
import { RichInput } from './RichInput.tsx'

const { sendPicture } = vi.hoisted(() => ({ sendPicture: vi.fn() }))
vi.mock('./send-picture.ts', () => ({ sendPicture, PICTURE_TYPES: [] }))

const onChange = vi.fn()
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeEach(() => {
  sendPicture.mockReset().mockResolvedValue('/api/blade-resource/picture/1/2')
  stage(<RichInput id="content" field={paragraph('内容', { rich: true })} value="" onChange={onChange} />)
})

function stops(): (string | null)[] {
  return [...document.querySelectorAll('.rich-tool[tabindex="0"]')].map((tool) => tool.getAttribute('aria-label'))
}

test('the tools are one stop of the tab key, and arrow keys lead from one to the next', async () => {
  expect(stops()).toEqual(['大标题'])
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('正文')
  expect(stops()).toEqual(['正文'])
})

test('a picture pasted alone is sent and stands in the text; one that comes beside words is not', async () => {
  const box = screen.getByRole('textbox', { name: '内容' })
  const files = [new File(['x'], '操场.png', { type: 'image/png' })]
  const paste = (text: string) => {
    const getData = (type: string) => (type === 'text/plain' ? text : '')
    fireEvent.paste(box, { clipboardData: { files, getData } })
  }
  paste('一\t二')
  expect(sendPicture).not.toHaveBeenCalled()
  paste('')
  expect(sendPicture).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.stringContaining('alt="操场"')))
})
