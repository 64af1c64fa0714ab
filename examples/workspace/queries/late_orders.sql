-- Orders that were paid a week ago and are still here.
select o.number, c.name, c.country, o.placed, o.state
from sales.orders o
join sales.customers c on c.number = o.customer
where o.state in ('paid', 'waiting for weather')
  and o.placed < current_date - 7
order by o.placed;
