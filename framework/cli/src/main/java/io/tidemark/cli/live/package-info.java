/** What is shown while runs are carried out: lines, the dashboard on a terminal, the live page. */
package io.tidemark.cli.live;
