/** IBM MQ behind the seam: the only package that knows IBM's classes, which may be absent. */
package io.tidemark.driver.ibmmq.mq;
