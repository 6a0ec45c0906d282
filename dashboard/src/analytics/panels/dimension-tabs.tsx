import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

interface DimensionTabsProps<By extends string> {
  /** Name of the tabs for screen readers. */
  label: string;
  names: Record<By, string>;
  dimensions: readonly By[];
  selected: By;
  onSelect: (by: By) => void;
  /** Rows of the selected dimension. */
  children: ReactNode;
}

/** Tabs of a panel, one for each dimension by which it is broken down. */
export const DimensionTabs = <By extends string>(props: DimensionTabsProps<By>) => {
  const { label, names, dimensions, selected, onSelect, children } = props;
  return (
    <Tabs className="breakdown" selectedKey={selected} onSelectionChange={(key) => onSelect(key as By)}>
      <TabList aria-label={label} className="tabs small">
        {dimensions.map((dimension) => (
          <Tab key={dimension} id={dimension} className="tab">
            {names[dimension]}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={selected} id={selected}>
        {children}
      </TabPanel>
    </Tabs>
  );
};
