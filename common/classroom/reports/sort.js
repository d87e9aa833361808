// A click on a head sorts the table by that column, another click the other way round.
for (const head of document.querySelectorAll("th.sort")) head.onclick = () => {
  const column = head.cellIndex, body = head.closest("table").tBodies[0];
  const rows = [...body.rows].filter(row => row.cells[0].tagName == "TD");
  const value = row => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const up = head.dataset.up = head.dataset.up == "1" ? "0" : "1";
  rows.sort((a, b) => {
    const x = value(a), y = value(b);
    const order = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
    return up == "1" ? order : -order;
  });
  for (const row of rows) body.append(row);
};
