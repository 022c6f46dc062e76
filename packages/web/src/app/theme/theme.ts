// The Mantine theme: type, spacing, density and the defaults of Mantine's components. Colours come from the palette.
import {
  createTheme,
  type ActionIcon,
  type Button,
  type CloseButton,
  type Input,
  type SegmentedControl,
} from '@mantine/core'
import { scales } from './palette.ts'
import { RevealIcon } from './reveal-icon.tsx'

export const fontFamily = '"IBM Plex Sans Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** Control heights by size: compact 22, normal 28 and form submit 36 px; taller on phones (see global.css). */
const heights: Record<string, string> = {
  xs: 'var(--cf-control-xs)',
  sm: 'var(--cf-control-sm)',
  md: 'var(--cf-control-md)',
}
const buttonPadding: Record<string, string> = { xs: '6px', sm: '10px', md: '14px' }

const heightOf = (size: unknown): string => heights[typeof size === 'string' ? size : 'sm'] ?? 'var(--cf-control-sm)'

// The components' own `extend` would return the same objects but pull every named component into the first page's code.
type ButtonConfig = Parameters<typeof Button.extend>[0]
type ActionIconConfig = Parameters<typeof ActionIcon.extend>[0]
type CloseButtonConfig = Parameters<typeof CloseButton.extend>[0]
type InputConfig = Parameters<typeof Input.extend>[0]
type InputWrapperConfig = Parameters<typeof Input.Wrapper.extend>[0]
type SegmentedControlConfig = Parameters<typeof SegmentedControl.extend>[0]

const fade = { transition: 'fade', duration: 120 }

const button: ButtonConfig = {
  defaultProps: { size: 'sm' },
  vars: (_theme, props) => ({
    root: {
      '--button-height': heightOf(props.size),
      '--button-padding-x': buttonPadding[String(props.size ?? 'sm')] ?? '10px',
      '--button-fz': props.size === 'xs' ? '12px' : '13px',
    },
  }),
}

const actionIcon: ActionIconConfig = {
  defaultProps: { variant: 'subtle', color: 'gray' },
  vars: (_theme, props) => ({
    root: { '--ai-size': typeof props.size === 'number' ? undefined : heightOf(props.size) },
  }),
}

const closeButton: CloseButtonConfig = {
  defaultProps: { size: 'sm' },
  vars: (_theme, props) => ({
    root: {
      '--cb-size': props.size === 'sm' ? heightOf(props.size) : undefined,
      '--cb-icon-size': props.size === 'sm' ? '18px' : undefined,
    },
  }),
}

const input: InputConfig = {
  vars: (_theme, props) => ({
    wrapper: { '--input-height': heightOf(props.size), '--input-fz': '13px', '--input-padding': '10px' },
  }),
}

const inputWrapper: InputWrapperConfig = {
  vars: () => ({
    label: { '--input-label-size': '12px', '--input-asterisk-color': 'var(--cf-loss)' },
    error: { '--input-error-size': '12px' },
    success: { '--input-success-size': '12px' },
    description: { '--input-description-size': '12px' },
  }),
}

const segmentedControl: SegmentedControlConfig = {
  defaultProps: { size: 'xs', transitionDuration: 80 },
  vars: () => ({ root: { '--sc-font-size': '12px', '--sc-padding': '2px 10px' } }),
}

const dialog = {
  shadow: 'xl',
  transitionProps: fade,
}

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'sm',
  white: '#FFFFFF',
  black: '#1B1F24',
  colors: scales,
  fontFamily,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '16px', lineHeight: '24px' },
      h2: { fontSize: '13px', lineHeight: '18px' },
      h3: { fontSize: '13px', lineHeight: '18px' },
    },
  },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '100em' },
  shadows: {
    md: '0 4px 12px rgba(16,20,26,.10), 0 0 0 1px rgba(16,20,26,.05)',
    xl: '0 20px 48px rgba(16,20,26,.22), 0 0 0 1px rgba(16,20,26,.06)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: button,
    ActionIcon: actionIcon,
    Input: input,
    InputWrapper: inputWrapper,
    SegmentedControl: segmentedControl,
    CloseButton: closeButton,
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    PasswordInput: { defaultProps: { visibilityToggleIcon: RevealIcon } },
    Checkbox: { defaultProps: { size: 'xs' } },
    // Enter chooses the first match of what was typed.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    // The placeholder that Mantine focuses first is not a menu item, and a menu may contain only menu items.
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: fade, position: 'bottom-end', withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: fade } },
    // A dialog leaves Escape to what has this mark; app/menu-keys.ts finds open menus by it.
    PopoverDropdown: { defaultProps: { 'data-mantine-stop-propagation': 'true' } },
    Modal: { defaultProps: dialog },
    ModalRoot: { defaultProps: dialog },
    Drawer: { defaultProps: { transitionProps: { duration: 120, timingFunction: 'ease-out' } } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        transitionProps: { duration: 80 },
        events: { hover: true, focus: true, touch: false },
      },
    },
  },
})
