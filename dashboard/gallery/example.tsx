import type { ReactNode } from 'react';

export interface Section {
  id: string;
  title: string;
  /** Names of the buttons that are pressed for a picture. */
  presses?: string[];
  /** The first control has the focus in a picture. */
  isFocused?: boolean;
  /** Leaves room for overlays, which are not in the flow of the page. */
  isTall?: boolean;
  render: () => ReactNode;
}

interface ExampleProps {
  /** Name of the component. */
  name: string;
  use: string;
  /** Arranges the content in a row. */
  isRow?: boolean;
  children: ReactNode;
}

/** A component with its name, its use and its states. */
export const Example = ({ name, use, isRow = false, children }: ExampleProps) => (
  <article className="gallery-example">
    <header>
      <h3>
        <code>{name}</code>
      </h3>
      <p className="hint">{use}</p>
    </header>
    <div className={isRow ? 'gallery-row' : 'gallery-column'}>{children}</div>
  </article>
);
