/** The rate of the engine without a broker, beside the least that measuring costs. */
package io.tidemark.worker.calibration;
