/** The port between coordinator and workers, with its requests and reports. */
package io.tidemark.model.worker;
