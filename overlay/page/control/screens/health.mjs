// Whether everything works, and what it costs.

import { Button, Head } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";
import { Costs } from "./health_costs.mjs";
import { Doctor, examine, useFindings } from "./health_doctor.mjs";
import { Journals, Report } from "./health_files.mjs";
import { Log } from "./health_log.mjs";
import { Version } from "./health_version.mjs";

export function Health({ known }) {
  const found = useFindings();
  return html`<${Head} title=${say("screen.health")} about=${say("health.about")}>
      <${Button} kind="go" icon="health" disabled=${Boolean(found?.waits?.length)} press=${() => examine(false)}>${say("health.try")}<//>
    <//>
    <div class="two">
      <div class="column"><${Doctor} found=${found} /><${Journals} /></div>
      <div class="column"><${Costs} /><${Log} /><${Report} /><${Version} known=${known} /></div>
    </div>`;
}
