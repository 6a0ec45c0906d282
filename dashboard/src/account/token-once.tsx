import { account as texts } from '#texts/account';
import { common } from '#texts/common';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';

/** Content of a dialog that shows a new token, which is not shown again. */
export const TokenOnce = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <>
    <p role="status">{texts.tokenOnce}</p>
    <p className="key">
      <code>{token}</code>
      <CopyButton text={token} name={texts.token} />
    </p>
    <div className="actions">
      <Button look="primary" onPress={onClose}>
        {common.close}
      </Button>
    </div>
  </>
);
