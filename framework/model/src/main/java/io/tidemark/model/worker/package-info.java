/** The port between coordinator and workers: commands, snapshots, reports. Values only. */
package io.tidemark.model.worker;
