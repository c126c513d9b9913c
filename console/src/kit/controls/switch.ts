import { type FunctionalComponent, type VNode, h } from 'vue';
import './switch.css';

interface Props {
  modelValue: boolean;
  label?: string;
  busy?: boolean;
  disabled?: boolean;
  'onUpdate:modelValue'?: (on: boolean) => void;
}

/** A switch, named by `label` or, with the `attrs` of a field, by that field. While `busy` it cannot be switched. */
export const Switch: FunctionalComponent<Props> = (props) => switchNode(props);
Switch.props = ['modelValue', 'label', 'busy', 'disabled', 'onUpdate:modelValue'];

/** The element of a {@link Switch}, for callers that show very many. */
export function switchNode({ modelValue: on, label, busy, disabled, 'onUpdate:modelValue': change }: Props): VNode {
  return h(
    'button',
    {
      class: 'switch',
      type: 'button',
      role: 'switch',
      disabled,
      'aria-checked': on,
      'aria-label': label,
      'aria-busy': busy || undefined,
      'aria-disabled': busy || undefined,
      onClick: busy ? undefined : () => change?.(!on),
    },
    [h('span', { class: 'switch-track' }, [h('span', { class: 'switch-knob' })])],
  );
}
