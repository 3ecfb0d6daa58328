/** IBM MQ as a JMS provider: the only package that uses IBM's classes, which may be absent. */
package io.tidemark.driver.ibmmq.mq;
