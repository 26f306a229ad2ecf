/**
 * A store in etcd, for several servers at once.
 *
 * <p>Transactions enter and become etcd's own; revisions are etcd's. All keys are below a prefix,
 * so that others can use the same etcd. Every call has a deadline, and errors name the endpoints. A
 * transaction whose answer got lost is looked up by the mark that it wrote, so that it is reported
 * as what it was; where even that cannot be found out, the error says that it is unknown.
 */
@NullMarked
package dev.dray.store.etcd;

import org.jspecify.annotations.NullMarked;
